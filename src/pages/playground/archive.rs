//! Archives of files in the format ZIP, without compression.

/// The date of every file, so that the same files give the same bytes: 1 January 1980, midnight.
const DATE: [u8; 4] = [0, 0, 0x21, 0];
/// The version of the format that a reader must know.
const VERSION: u16 = 20;
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;

/// Returns the archive of files, each with its path and its content.
pub fn zip<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    let (mut archive, mut directory, mut count) = (Vec::new(), Vec::new(), 0u16);
    for (path, bytes) in files {
        let start = archive.len() as u32;
        let mut about = Vec::new();
        // Version, flags, no compression.
        about.extend([VERSION, FLAGS, 0].iter().flat_map(|number| number.to_le_bytes()));
        about.extend(DATE);
        let size = bytes.len() as u32;
        about.extend([checksum(bytes), size, size].iter().flat_map(|number| number.to_le_bytes()));
        about.extend((path.len() as u16).to_le_bytes());
        // No further fields.
        about.extend(0u16.to_le_bytes());
        archive.extend(b"PK\x03\x04");
        archive.extend(&about);
        archive.extend(path.as_bytes());
        archive.extend(bytes);
        directory.extend(b"PK\x01\x02");
        directory.extend(VERSION.to_le_bytes());
        directory.extend(&about);
        // No comment, the first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(start.to_le_bytes());
        directory.extend(path.as_bytes());
        count += 1;
    }
    let (start, size) = (archive.len() as u32, directory.len() as u32);
    archive.extend(directory);
    archive.extend(b"PK\x05\x06");
    archive.extend([0, 0, count, count].iter().flat_map(|number| number.to_le_bytes()));
    archive.extend([size, start].iter().flat_map(|number| number.to_le_bytes()));
    archive.extend(0u16.to_le_bytes());
    archive
}

/// The CRC-32 of bytes, as ZIP and PNG have it.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |rest: u32, _| (rest >> 1) ^ (0xedb8_8320 & (rest & 1).wrapping_neg());
    let add = |rest: u32, byte: &u8| (0..8).fold(rest ^ u32::from(*byte), step);
    !bytes.iter().fold(!0, add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(checksum(b""), 0);
    }

    #[test]
    fn an_archive_has_its_files_and_a_directory_of_them() {
        let archive = zip([("a/b.txt", b"one".as_slice()), ("c", b"")]);
        let end = &archive[archive.len() - 22..];
        assert!(archive.starts_with(b"PK\x03\x04\x14\0") && end.starts_with(b"PK\x05\x06"));
        let number = |at: usize| u32::from_le_bytes(end[at..at + 4].try_into().unwrap()) as usize;
        let (size, start) = (number(12), number(16));
        assert_eq!((end[8], start + size + 22), (2, archive.len()));
        assert_eq!(&archive[30..40], b"a/b.txtone");
        assert!(archive[start..].starts_with(b"PK\x01\x02"));
        // The second entry of the directory says where its file begins.
        let second = start + 46 + 7;
        assert_eq!(archive[second + 42], 40);
    }
}
