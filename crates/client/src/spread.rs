//! The spreadsheet: everyone and every company on one sheet.

use ferrata_engine::name::CompanyName;
use ferrata_engine::view::{CompanyView, ShareView, View};

/// The sheet: a row per company, a column per holder.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spread {
    /// The holders: players, then what is not in anybody's hands, then figures of the company.
    pub columns: Vec<String>,
    /// The companies, then the players' figures.
    pub rows: Vec<Row>,
}

/// A row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Whose.
    pub name: String,
    /// The company, if it is one's.
    pub company: Option<CompanyName>,
    /// A cell for each column; empty where there is nothing.
    pub cells: Vec<String>,
}

/// The sheet of a table. A star marks the director's certificate.
pub fn spread(view: &View) -> Spread {
    let owners: Vec<&CompanyView> =
        view.companies.iter().filter(|company| !company.shares.is_empty()).collect();
    let players = view.players.iter().map(|player| player.name.clone());
    let companies = owners.iter().map(|company| company.name.to_string());
    let rest = ["Offering", "Pool", "Price", "Treasury", "Trains"].map(str::to_owned);
    let columns: Vec<String> = players.chain(companies).chain(rest).collect();
    let mut rows: Vec<Row> = view
        .companies
        .iter()
        .filter(|company| is_in_play(view, company))
        .map(|company| company_row(view, &owners, company))
        .collect();
    rows.extend(figures(view, columns.len()));
    Spread { columns, rows }
}

fn is_in_play(view: &View, company: &CompanyView) -> bool {
    let held = view.players.iter().any(|player| !share(&player.shares, company.name).is_empty());
    held || company.price.is_some() || company.director.is_some()
}

fn company_row(view: &View, owners: &[&CompanyView], company: &CompanyView) -> Row {
    let percent = |percent: u8| if percent == 0 { String::new() } else { format!("{percent}%") };
    let money = |amount: ferrata_engine::money::Money| amount.written(&view.currency);
    let players = view.players.iter().map(|player| share(&player.shares, company.name));
    let companies = owners.iter().map(|owner| share(&owner.shares, company.name));
    let trains: Vec<_> = company.trains.iter().map(ToString::to_string).collect();
    let rest = [
        percent(company.offering),
        percent(company.pool),
        company.price.map(money).unwrap_or_default(),
        money(company.cash),
        trains.join(" "),
    ];
    let cells = players.chain(companies).chain(rest).collect();
    Row { name: company.name.to_string(), company: Some(company.name), cells }
}

fn share(shares: &[ShareView], company: CompanyName) -> String {
    let own = || shares.iter().filter(|share| share.company == company);
    let percent: u32 = own().map(|share| u32::from(share.percent)).sum();
    match (percent, own().any(|share| share.director)) {
        (0, _) => String::new(),
        (percent, true) => format!("{percent}%*"),
        (percent, false) => format!("{percent}%"),
    }
}

fn figures(view: &View, width: usize) -> Vec<Row> {
    let money = |amount: ferrata_engine::money::Money| amount.written(&view.currency);
    let row = |name: &str, figure: &dyn Fn(&ferrata_engine::view::PlayerView) -> String| {
        let mut cells: Vec<String> = view.players.iter().map(figure).collect();
        cells.resize(width, String::new());
        Row { name: name.to_owned(), company: None, cells }
    };
    vec![
        row("Cash", &|player| money(player.cash)),
        row("Worth", &|player| money(player.worth)),
        row("Could raise", &|player| money(player.liquidity)),
        row("Certificates", &|player| format!("{}/{}", player.certificates, player.certificate_limit)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferrata_engine::turn::{Setup, Title};
    use ferrata_titles::Game;

    #[test]
    fn every_row_has_a_cell_for_every_column() {
        let players = ["Anna", "Bruno", "Carla"].map(str::to_owned).to_vec();
        let (title, edition) = ("1841", "v1");
        let game = Game::start(&Setup::new(title, edition, Vec::new(), players)).unwrap();
        let sheet = spread(&game.view());
        assert_eq!(sheet.columns.first().map(String::as_str), Some("Anna"));
        assert!(sheet.rows.iter().all(|row| row.cells.len() == sheet.columns.len()));
        let cash = sheet.rows.iter().find(|row| row.name == "Cash").unwrap();
        assert_eq!(cash.cells[0], format!("L.{}", game.view().players[0].cash.0));
    }
}
