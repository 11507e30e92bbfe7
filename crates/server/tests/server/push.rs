//! A browser as its push service sees it: it reads what was encrypted for it (RFC 8188, RFC 8291), and checks who sent it
//! (RFC 8292). Written from the standards, apart from the code that encrypts.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use hkdf::Hkdf;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde_json::Value;
use sha2::Sha256;
use web_push_native::p256::ecdh::diffie_hellman;
use web_push_native::p256::{PublicKey, SecretKey};

/// A browser that has subscribed.
pub(crate) struct Browser {
    secret: SecretKey,
    auth: [u8; 16],
}

fn derived<const N: usize>(salt: &[u8], key: &[u8], info: &[u8]) -> [u8; N] {
    let mut out = [0; N];
    Hkdf::<Sha256>::new(Some(salt), key).expand(info, &mut out).unwrap();
    out
}

impl Browser {
    pub(crate) fn new() -> Browser {
        let (mut secret, mut auth) = ([0; 32], [0; 16]);
        getrandom::fill(&mut secret).unwrap();
        getrandom::fill(&mut auth).unwrap();
        Browser { secret: SecretKey::from_slice(&secret).unwrap(), auth }
    }

    fn public(&self) -> Vec<u8> {
        self.secret.public_key().to_sec1_bytes().to_vec()
    }

    pub(crate) fn p256dh(&self) -> String {
        BASE64.encode(self.public())
    }

    pub(crate) fn auth(&self) -> String {
        BASE64.encode(self.auth)
    }

    /// Reads a message.
    pub(crate) fn read(&self, body: &[u8]) -> Vec<u8> {
        let (salt, rest) = body.split_at(16);
        let (size, rest) = rest.split_at(4);
        assert!(u32::from_be_bytes(size.try_into().unwrap()) as usize >= body.len() - 86, "one record");
        let (length, rest) = rest.split_first().unwrap();
        let (sender, sealed) = rest.split_at(usize::from(*length));
        let sender_key = PublicKey::from_sec1_bytes(sender).unwrap();
        let shared = diffie_hellman(self.secret.to_nonzero_scalar(), sender_key.as_affine());
        let info = [b"WebPush: info\0".as_slice(), &self.public(), sender].concat();
        let key: [u8; 32] = derived(&self.auth, &shared.raw_secret_bytes()[..], &info);
        let content: [u8; 16] = derived(salt, &key, b"Content-Encoding: aes128gcm\0");
        let nonce: [u8; 12] = derived(salt, &key, b"Content-Encoding: nonce\0");
        let opener = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &content).unwrap());
        let mut text = sealed.to_vec();
        let nonce = Nonce::assume_unique_for_key(nonce);
        let open = opener.open_in_place(nonce, Aad::empty(), &mut text).unwrap();
        let end = open.iter().rposition(|byte| *byte != 0).unwrap();
        assert_eq!(open[end], 2, "the last record ends with a two");
        open[..end].to_vec()
    }
}

/// The claims of who sent something, if they are signed with the key they name, and that is this server's.
pub(crate) fn verified(authorization: &str, server: &str) -> Value {
    let (token, key) = authorization.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(key, server);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, BASE64.decode(key).unwrap());
    public.verify(signed.as_bytes(), &BASE64.decode(signature).unwrap()).unwrap();
    let claims = signed.split_once('.').unwrap().1;
    serde_json::from_slice(&BASE64.decode(claims).unwrap()).unwrap()
}
