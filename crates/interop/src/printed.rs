//! What is printed on the certificates of a company.

use ferrata_engine::components::Components;
use ferrata_engine::name::CompanyName;

/// The certificates of a company in percent, the director's first.
pub(crate) fn certificates(parts: &Components, company: CompanyName) -> &[u8] {
    let spec = parts.company(company).and_then(|id| parts.company_spec(id));
    spec.map(|spec| spec.certificates.as_slice()).unwrap_or_default()
}

/// How much of its company an ordinary one of these certificates is.
pub(crate) fn unit(certificates: &[u8]) -> u8 {
    certificates.last().copied().unwrap_or_default().max(1)
}
