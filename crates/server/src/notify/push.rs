//! Messages by a browser's push service: encrypted for the browser (RFC 8291), and signed so that the service knows this
//! server (VAPID, RFC 8292).

use super::message::Message;
use super::outbound::{Failed, Outbound};
use crate::secret::key_hash;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use serde_json::json;
use web_push_native::p256::ecdsa::signature::Signer;
use web_push_native::p256::ecdsa::{Signature, SigningKey};
use web_push_native::p256::{PublicKey, SecretKey};
use web_push_native::{Auth, encrypt};

/// How long a push service keeps a message for a browser that is not there: a day, in seconds.
const KEPT: u32 = 24 * 3600;

/// How long a signature is good: twelve hours, in seconds.
const GOOD: i64 = 12 * 3600;

/// The key by which push services know this server.
pub(super) struct PushKey {
    key: SigningKey,
    contact: String,
}

impl std::fmt::Debug for PushKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PushKey")
    }
}

impl PushKey {
    /// A new key, as it is stored.
    pub(super) fn fresh() -> Result<String, getrandom::Error> {
        loop {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes)?;
            // Next to all numbers are keys.
            if SecretKey::from_slice(&bytes).is_ok() {
                return Ok(BASE64.encode(bytes));
            }
        }
    }

    /// Reads a stored key. `contact` is where a push service finds who runs this server.
    pub(super) fn read(stored: &str, contact: String) -> Option<PushKey> {
        let key = SigningKey::from_slice(&BASE64.decode(stored).ok()?).ok()?;
        Some(PushKey { key, contact })
    }

    /// The public half, as browsers want it.
    pub(super) fn public(&self) -> String {
        BASE64.encode(self.key.verifying_key().to_encoded_point(false).as_bytes())
    }

    /// Who sends, for the service at this origin.
    fn authorization(&self, origin: &str, now: i64) -> String {
        let part = |value: serde_json::Value| BASE64.encode(value.to_string());
        let claims = json!({ "aud": origin, "exp": now / 1000 + GOOD, "sub": self.contact });
        let signed = format!("{}.{}", part(json!({ "typ": "JWT", "alg": "ES256" })), part(claims));
        let signature: Signature = self.key.sign(signed.as_bytes());
        format!("vapid t={signed}.{}, k={}", BASE64.encode(signature.to_bytes()), self.public())
    }
}

/// What is wrong with a browser's keys, if something is.
pub(crate) fn fault(p256dh: &str, auth: &str) -> Option<String> {
    keys(p256dh, auth).err()
}

fn keys(p256dh: &str, auth: &str) -> Result<(PublicKey, Auth), String> {
    let decode = |text: &str| BASE64.decode(text.trim_end_matches('='));
    let public = decode(p256dh).ok().and_then(|bytes| PublicKey::from_sec1_bytes(&bytes).ok());
    let auth: Option<[u8; 16]> = decode(auth).ok().and_then(|bytes| bytes.try_into().ok());
    match (public, auth) {
        (Some(public), Some(auth)) => Ok((public, Auth::from(auth))),
        (None, _) => Err("\"p256dh\" must be a public key of P-256 in base64url".into()),
        (_, None) => Err("\"auth\" must be 16 bytes in base64url".into()),
    }
}

/// Sends a message.
pub(super) async fn send(
    outbound: &Outbound,
    key: &PushKey,
    (endpoint, p256dh, auth): (&str, &str, &str),
    message: &Message,
    now: i64,
) -> Result<(), Failed> {
    let url = outbound.allowed(endpoint).map_err(Failed::ForEver)?;
    let (public, auth) = keys(p256dh, auth).map_err(Failed::ForEver)?;
    // What is about the same table takes the place of what is shown of it already.
    let tag = message.table.as_ref().map_or(message.kind.as_str(), |(id, _)| id.as_str());
    // A service takes about four kilobytes.
    let text: String = message.text.chars().take(600).collect();
    let said = json!({ "id": message.id, "kind": message.kind, "title": message.title, "body": text,
        "link": message.link, "tag": tag });
    let body = encrypt(said.to_string().into_bytes(), &public, &auth)
        .map_err(|error| Failed::ForEver(error.to_string()))?;
    let topic: String = key_hash(&message.id).chars().take(32).collect();
    let headers = [
        ("ttl", KEPT.to_string()),
        ("content-encoding", "aes128gcm".into()),
        ("content-type", "application/octet-stream".into()),
        ("topic", topic),
        ("urgency", "normal".into()),
        ("authorization", key.authorization(&url.origin().ascii_serialization(), now)),
    ];
    outbound.post(endpoint, &headers, body).await
}
