//! Shares by holder: `"A 40, B 30, pool 20"`. Whoever has most directs unless it is said otherwise, and the initial
//! offering has the rest. Where certificates are of several sizes and it matters, they are told one by one: `A 20+10`.

use super::names::Names;
use crate::id::CompanyId;
use crate::shares::{Holder, Shares};
use crate::tree::{Node, Table, Value};

/// What a holder has: in all, or certificate by certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Holding {
    holder: Holder,
    parts: Vec<u8>,
}

impl Holding {
    fn percent(&self) -> u32 {
        self.parts.iter().map(|part| u32::from(*part)).sum()
    }
}

/// Reads holdings, or says what was found and what would be right.
pub(super) fn read(node: &Node, names: &Names<'_>) -> Result<Vec<Holding>, (String, String)> {
    let entries: Vec<(String, String)> = match &node.value {
        Value::Text(text) => text
            .split(',')
            .map(str::trim)
            .filter(|entry| !entry.is_empty())
            .map(|entry| match entry.rsplit_once(char::is_whitespace) {
                Some((who, much)) => (who.trim().to_owned(), much.to_owned()),
                None => (entry.to_owned(), String::new()),
            })
            .collect(),
        Value::Table(table) => table.iter().map(|(who, much)| (who.clone(), plain(much))).collect(),
        _ => return Err((node.describe(), "holders with percentages, as in \"A 40, B 30, pool 20\"".into())),
    };
    entries.iter().map(|(who, much)| holding(who, much, names)).collect()
}

fn plain(node: &Node) -> String {
    match &node.value {
        Value::Number(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        _ => node.describe(),
    }
}

fn holding(who: &str, much: &str, names: &Names<'_>) -> Result<Holding, (String, String)> {
    let holder = names.holder_named(who).ok_or_else(|| (format!("\"{who}\""), names.who()))?;
    let parts: Option<Vec<u8>> =
        much.trim_end_matches('%').split('+').map(|part| part.trim().parse().ok()).collect();
    let wrong =
        || (format!("\"{who} {much}\""), "a holder and a percentage, as in \"A 40\" or \"A 20+10\"".into());
    Ok(Holding { holder, parts: parts.ok_or_else(wrong)? })
}

/// Gives a company's certificates to these holders, the rest to the initial offering.
pub(super) fn assign(
    shares: &mut Shares,
    company: CompanyId,
    holdings: &[Holding],
    director: Option<Holder>,
) -> Result<(), (String, String)> {
    let sum: u32 = holdings.iter().map(Holding::percent).sum();
    if sum > 100 {
        return Err((format!("{sum}% in all"), "at most 100%".into()));
    }
    let mut wanted: Vec<(Holder, Vec<u8>)> = Vec::new();
    for holding in holdings {
        if wanted.iter().any(|(holder, _)| *holder == holding.holder) {
            return Err(("a holder named twice".into(), "each holder once".into()));
        }
        wanted.push((holding.holder, holding.parts.clone()));
    }
    let rest = 100 - sum;
    match wanted.iter_mut().find(|(holder, _)| *holder == Holder::Offering) {
        Some((_, parts)) if rest > 0 => parts.push(rest as u8),
        None if rest > 0 => wanted.push((Holder::Offering, vec![rest as u8])),
        _ => {}
    }
    let director = director.unwrap_or_else(|| implied_director(&wanted));
    let printed: Vec<u8> =
        shares.of(company).filter_map(|cert| shares.certificate(cert)).map(|c| c.percent).collect();
    let dealt = deal(&printed, &wanted, director).ok_or_else(|| {
        let sizes: Vec<_> = printed.iter().map(ToString::to_string).collect();
        let found = "holdings that its certificates do not make up".to_owned();
        (
            found,
            format!("sums of its certificates ({}), the director with the first of them", sizes.join(", ")),
        )
    })?;
    shares.deal(company, &dealt);
    Ok(())
}

/// Whoever has most of those who can direct, the first among equals; else whoever has the rest.
fn implied_director(wanted: &[(Holder, Vec<u8>)]) -> Holder {
    let sum = |parts: &[u8]| parts.iter().map(|part| u32::from(*part)).sum::<u32>();
    let leads = |holder: &Holder| matches!(holder, Holder::Seat(_) | Holder::Company(_));
    let leaders = wanted.iter().filter(|(holder, _)| leads(holder)).rev();
    let most = leaders.max_by_key(|(_, parts)| sum(parts));
    most.or_else(|| wanted.iter().rev().max_by_key(|(_, parts)| sum(parts)))
        .map_or(Holder::Offering, |(holder, _)| *holder)
}

/// Whose each certificate becomes, so that everybody has what they should; none if that cannot be. Every part is made of
/// the largest certificates that fit.
fn deal(printed: &[u8], wanted: &[(Holder, Vec<u8>)], director: Holder) -> Option<Vec<Holder>> {
    let mut dealt: Vec<Option<Holder>> = vec![None; printed.len()];
    let mut parts: Vec<(Holder, u8)> = Vec::new();
    for (holder, sizes) in wanted {
        parts.extend(sizes.iter().map(|size| (*holder, *size)));
    }
    if let (Some(first), Some(size)) = (dealt.first_mut(), printed.first()) {
        // The director's certificate is taken from the part that is just as large, else from the largest.
        let own = |(_, (holder, _)): &(usize, &(Holder, u8))| *holder == director;
        let exact = parts.iter().enumerate().filter(own).find(|(_, (_, part))| part == size);
        let at = exact.or_else(|| parts.iter().enumerate().filter(own).max_by_key(|(_, (_, part))| *part));
        let at = at.map(|(at, _)| at)?;
        let (_, part) = parts.get_mut(at)?;
        *part = part.checked_sub(*size)?;
        *first = Some(director);
    }
    // Exact sizes first: what is told certificate by certificate must not be broken up by others.
    parts.sort_by_key(|(_, part)| (!printed.contains(part), std::cmp::Reverse(*part)));
    fill(printed, &parts, &mut dealt).then(|| dealt.into_iter().flatten().collect())
}

fn fill(printed: &[u8], parts: &[(Holder, u8)], dealt: &mut Vec<Option<Holder>>) -> bool {
    let Some(((holder, part), rest)) = parts.split_first() else { return dealt.iter().all(Option::is_some) };
    if *part == 0 {
        return fill(printed, rest, dealt);
    }
    let mut tried = Vec::new();
    let mut free: Vec<usize> = (0..printed.len()).filter(|at| dealt.get(*at) == Some(&None)).collect();
    free.sort_by_key(|at| std::cmp::Reverse(printed.get(*at).copied()));
    for at in free {
        let size = printed.get(at).copied().unwrap_or(u8::MAX);
        if size > *part || tried.contains(&size) {
            continue;
        }
        tried.push(size);
        set(dealt, at, Some(*holder));
        let mut left = vec![(*holder, part - size)];
        left.extend_from_slice(rest);
        if fill(printed, &left, dealt) {
            return true;
        }
        set(dealt, at, None);
    }
    false
}

fn set(dealt: &mut [Option<Holder>], at: usize, holder: Option<Holder>) {
    if let Some(place) = dealt.get_mut(at) {
        *place = holder;
    }
}

/// A company's holdings as text, and its director where it is not implied.
pub(super) fn write(shares: &Shares, company: CompanyId, names: &Names<'_>) -> (Node, Option<String>) {
    let director = shares.director(company);
    let mut holdings: Vec<Holding> = Vec::new();
    for (holder, percent) in shares.holders(company) {
        holdings.push(Holding { holder, parts: vec![percent] });
    }
    holdings.sort_by_key(|holding| (holding.holder, std::cmp::Reverse(holding.percent())));
    holdings.retain(|holding| holding.holder != Holder::Offering);
    let same = |holdings: &[Holding], director: Option<Holder>| {
        let mut copy = shares.clone();
        assign(&mut copy, company, holdings, director).is_ok() && copy == *shares
    };
    if same(&holdings, None) {
        return (told(&holdings, names), None);
    }
    let said = Some(names.holder(director));
    if same(&holdings, Some(director)) {
        return (told(&holdings, names), said);
    }
    (told(&one_by_one(shares, company), names), said)
}

/// Every certificate by itself, those of the initial offering too.
fn one_by_one(shares: &Shares, company: CompanyId) -> Vec<Holding> {
    let mut holdings: Vec<Holding> = Vec::new();
    for cert in shares.of(company) {
        let percent = shares.certificate(cert).map_or(0, |cert| cert.percent);
        let holder = shares.holder(cert);
        match holdings.iter_mut().find(|holding| holding.holder == holder) {
            Some(holding) => holding.parts.push(percent),
            None => holdings.push(Holding { holder, parts: vec![percent] }),
        }
    }
    holdings
}

fn told(holdings: &[Holding], names: &Names<'_>) -> Node {
    let much =
        |holding: &Holding| holding.parts.iter().map(ToString::to_string).collect::<Vec<_>>().join("+");
    let simple = |name: &str| !name.is_empty() && name.trim() == name && !name.contains(',');
    let told: Vec<_> = holdings.iter().map(|holding| (names.holder(holding.holder), much(holding))).collect();
    if told.iter().all(|(name, _)| simple(name)) {
        let entries: Vec<_> = told.iter().map(|(name, much)| format!("{name} {much}")).collect();
        return Node::text(entries.join(", "));
    }
    let table: Table = told.into_iter().map(|(name, much)| (name, Node::text(much))).collect();
    Node::new(Value::Table(table))
}
