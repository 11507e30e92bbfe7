//! Random keys, their hashes, and passwords.

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Argon2, PasswordHash};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A random key of `length` letters and digits (five bits each) that are hard to mistake for each other.
pub(crate) fn random_key(length: usize) -> Result<String, getrandom::Error> {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes)?;
    let letter = |byte: u8| ALPHABET.get(usize::from(byte & 31)).copied().map_or('a', char::from);
    Ok(bytes.into_iter().map(letter).collect())
}

/// A number equally likely among `0..n`, from the operating system's generator.
pub(crate) fn random_below(n: u16) -> Result<u16, getrandom::Error> {
    let n = u32::from(n.max(1));
    let fair = (u32::MAX / n) * n;
    loop {
        let number = getrandom::u32()?;
        if number < fair {
            return Ok((number % n) as u16);
        }
    }
}

/// The hash under which a random key is stored: keys have too much chance in them to be guessed, so a fast
/// hash is enough.
pub(crate) fn key_hash(key: &str) -> String {
    Sha256::digest(key.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether a key has this hash, in constant time.
pub(crate) fn key_matches(key: &str, hash: &str) -> bool {
    key_hash(key).as_bytes().ct_eq(hash.as_bytes()).into()
}

/// The argon2id hash of a password. Slow on purpose: call it off the async threads.
pub(crate) fn password_hash(password: &str) -> Result<String, argon2::password_hash::Error> {
    Ok(Argon2::default().hash_password(password.as_bytes())?.to_string())
}

/// Whether a password belongs to a stored hash. Slow on purpose.
pub(crate) fn password_matches(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_and_match_only_their_own_hash() {
        let (a, b) = (random_key(32).unwrap(), random_key(32).unwrap());
        assert_ne!(a, b);
        assert!(key_matches(&a, &key_hash(&a)) && !key_matches(&b, &key_hash(&a)));
    }

    #[test]
    fn a_password_is_stored_as_argon2id_and_verified() {
        let hash = password_hash("strada ferrata").unwrap();
        assert!(hash.starts_with("$argon2id$"), "{hash}");
        assert!(password_matches("strada ferrata", &hash) && !password_matches("strada", &hash));
    }

    #[test]
    fn numbers_stay_below_their_bound() {
        assert!((0..500).all(|_| random_below(6).unwrap() < 6));
    }
}
