//! Random keys, their hashes, and passwords.

use argon2::password_hash::phc::{Output, ParamsString, Salt};
use argon2::{Algorithm, Argon2, Block, Params, PasswordHash, Version};
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

/// Memory for hashing passwords: 19 MiB, made at the first and used at every other.
#[derive(Default)]
pub(crate) struct Workspace(Vec<Block>);

impl Workspace {
    fn blocks(&mut self, count: usize) -> &mut [Block] {
        if self.0.len() < count {
            self.0.resize(count, Block::new());
        }
        self.0.get_mut(..count).unwrap_or_default()
    }
}

/// Why a password cannot be hashed or compared.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PasswordError {
    #[error("no random numbers: {0}")]
    Random(#[from] getrandom::Error),
    #[error("{0}")]
    Hash(#[from] argon2::Error),
    #[error("{0}")]
    Form(#[from] argon2::password_hash::Error),
    #[error("{0}")]
    Text(#[from] argon2::password_hash::phc::Error),
}

/// The argon2id hash of a password. Slow on purpose: call it off the async threads.
pub(crate) fn password_hash(password: &str, workspace: &mut Workspace) -> Result<String, PasswordError> {
    let (mut salt, mut hash) = ([0; 16], [0; Params::DEFAULT_OUTPUT_LEN]);
    getrandom::fill(&mut salt)?;
    let params = Params::default();
    let blocks = workspace.blocks(params.block_count());
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
    argon2.hash_password_into_with_memory(password.as_bytes(), &salt, &mut hash, blocks)?;
    let stored = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(&params)?,
        salt: Some(Salt::new(&salt)?),
        hash: Some(Output::new(&hash)?),
    };
    Ok(stored.to_string())
}

/// Whether a password belongs to a stored hash. Slow on purpose.
pub(crate) fn password_matches(password: &str, stored: &str, workspace: &mut Workspace) -> bool {
    compare(password, stored, workspace).unwrap_or(false)
}

fn compare(password: &str, stored: &str, workspace: &mut Workspace) -> Result<bool, PasswordError> {
    let stored = PasswordHash::new(stored)?;
    let (Some(salt), Some(expected)) = (&stored.salt, &stored.hash) else { return Ok(false) };
    let version = stored.version.map_or(Ok(Version::default()), Version::try_from)?;
    let params = Params::try_from(&stored)?;
    let blocks = workspace.blocks(params.block_count());
    let mut hash = vec![0; expected.as_bytes().len()];
    let argon2 = Argon2::new(Algorithm::try_from(stored.algorithm.as_str())?, version, params);
    argon2.hash_password_into_with_memory(password.as_bytes(), salt, &mut hash, blocks)?;
    Ok(hash.ct_eq(expected.as_bytes()).into())
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
        let mut workspace = Workspace::default();
        let hash = password_hash("strada ferrata", &mut workspace).unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(password_matches("strada ferrata", &hash, &mut workspace));
        assert!(!password_matches("strada", &hash, &mut workspace));
        // What was stored by an earlier version, which let the crate write it.
        let before = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$\
                      GLWwqjKzGWEQWpKRpMVhvhpZNPhnB3cYDxo4Xpzvsgo";
        assert!(!password_matches("not this one", before, &mut workspace));
        assert!(!password_matches("", "no hash", &mut workspace));
        let by_the_crate: PasswordHash =
            argon2::PasswordHasher::hash_password(&Argon2::default(), b"via di ferro").unwrap();
        assert!(password_matches("via di ferro", &by_the_crate.to_string(), &mut workspace));
    }

    #[test]
    fn numbers_stay_below_their_bound() {
        assert!((0..500).all(|_| random_below(6).unwrap() < 6));
    }
}
