//! What a client knows without a screen. Everything here is pure and can be tested without a browser.
