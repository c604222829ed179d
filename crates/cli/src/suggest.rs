//! Suggestions for unknown names.

use crate::failure::{Failure, quoted};

/// Returns the error of a name that is none of `names`: it lists them and suggests the nearest.
pub(crate) fn unknown(what: &str, given: &str, names: &[&str]) -> Failure {
    let listed = match names {
        [] => String::new(),
        [name] => (*name).to_string(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    };
    let verb = if names.len() == 1 { "is" } else { "are" };
    Failure::input(format!("no {what} {}: {}there {verb} {listed}", quoted(given), did_you_mean(given, names)))
}

/// Returns the question whether the nearest of `names` was meant; empty if none is near.
pub(crate) fn did_you_mean(given: &str, names: &[&str]) -> String {
    nearest(given, names).map_or_else(String::new, |name| format!("did you mean {name}? "))
}

/// Returns the nearest name: at most one letter in three is wrong, missing, doubled or exchanged with its neighbour.
fn nearest<'a>(given: &str, names: &[&'a str]) -> Option<&'a str> {
    let given: String = given.chars().take(64).collect::<String>().to_lowercase().replace('_', "-");
    let distance = |name: &str| {
        let name = name.to_lowercase();
        let start = name.starts_with(&given) || given.starts_with(&name);
        if start && given.len().min(name.len()) >= 4 { 0 } else { strsim::damerau_levenshtein(&given, &name) }
    };
    let (distance, name) = names.iter().map(|name| (distance(name), *name)).min_by_key(|(distance, _)| *distance)?;
    (3 * distance <= given.chars().count()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let names = ["goldilocks", "babybear", "c32", "c64", "split-radix"];
        for (given, found) in [
            ("goldilock", Some("goldilocks")),
            ("Goldilocks", Some("goldilocks")),
            ("goldlicoks", Some("goldilocks")),
            ("split_radix", Some("split-radix")),
            ("gold", Some("goldilocks")),
            ("c46", Some("c64")),
            ("babybear-field", Some("babybear")),
            ("c99", None),
            ("", None),
            ("dragon", None),
        ] {
            assert_eq!(nearest(given, &names), found, "{given}");
        }
        assert!(unknown("ring", "babybaer", &names).to_string().contains(
            "no ring \"babybaer\": did you mean babybear? there are goldilocks, babybear, c32, c64 and split-radix"
        ));
    }
}
