//! The request for a real transform, or for one along several axes.

use crate::{
    args::TransformArgs,
    failure::{Failure, Outcome, quoted},
    settings::Settings,
    spec::{SCALES, canonical_u64},
    suggest::unknown,
};
use ringfft::{
    plan::{Layout, Scale},
    real::TrigonometricKind,
};

/// The map.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Complex,
    FromReal,
    ToReal,
    Trigonometric(TrigonometricKind),
}

/// The parsed arguments without the elements.
pub(crate) struct Request {
    pub(crate) kind: Kind,
    /// The lengths of the axes, and the axes to transform.
    pub(crate) array: Option<(Vec<usize>, Vec<usize>)>,
    pub(crate) inverse: bool,
    pub(crate) batch: usize,
    pub(crate) layout: Layout,
    pub(crate) scale: Scale,
    pub(crate) settings: Settings,
}

/// Returns the kind with this name, `None` for those of other modules.
pub(crate) fn kind(name: &str) -> Option<Kind> {
    match name {
        "r2c" => Some(Kind::FromReal),
        "c2r" => Some(Kind::ToReal),
        name => name.parse().ok().map(Kind::Trigonometric),
    }
}

impl Request {
    pub(crate) fn new(args: &TransformArgs, settings: Settings) -> Outcome<Self> {
        let kind = match args.kind.as_str() {
            "c2c" => Kind::Complex,
            name => kind(name).ok_or_else(|| {
                Failure::input(format!(
                    "--shape and --axes are for c2c, r2c, c2r, dct1 to dct4 and dst1 to dst4, not for {}",
                    quoted(name)
                ))
            })?,
        };
        let refuse = |given: bool, option: &str, instead: &str| match given {
            true => Err(Failure::input(format!("{option} does not go with --kind {}{instead}", args.kind))),
            false => Ok(()),
        };
        let array = array(args)?;
        let many = if array.is_some() { " --shape" } else { "" };
        refuse(args.algorithm != "auto", "--algorithm", &format!("{many}: leave it out"))?;
        refuse(args.coset.is_some(), "--coset", &format!("{many}: leave it out"))?;
        refuse(args.root.is_some(), "--root", &format!("{many}: leave it out"))?;
        refuse(args.basis != "monomial", "--basis", &format!("{many}: leave it out"))?;
        let natural = args.order.as_ref().is_none_or(|order| order == "natural");
        refuse(!natural, "another --order than natural", many)?;
        let real = matches!(kind, Kind::FromReal | Kind::ToReal);
        refuse(args.inverse && real, "--inverse", ": r2c and c2r are each other's inverse, so name the other kind")?;
        let batch = canonical_u64(&args.batch).and_then(|batch| usize::try_from(batch).ok()).filter(|&b| b != 0);
        let batch = batch.ok_or_else(|| {
            Failure::input(format!("{} is no number of transforms: --batch takes 1 and up", quoted(&args.batch)))
        })?;
        let layout = match args.layout.as_str() {
            "rows" => Layout::Rows,
            "columns" => Layout::Columns,
            other => return Err(unknown("layout", other, &["rows", "columns"])),
        };
        let one = batch == 1 && layout == Layout::Rows;
        // The number of values does not determine the length of a real sequence, so `--shape` may give it beside a
        // batch.
        let length_alone = kind == Kind::ToReal && array.as_ref().is_some_and(|(shape, _)| shape.len() == 1);
        refuse(
            array.is_some() && !one && !length_alone,
            "--batch",
            " --shape: make it an axis that is not transformed",
        )?;
        let scale = args.scale.parse().map_err(|_| unknown("scale", &args.scale, &SCALES))?;
        Ok(Request { kind, array, inverse: args.inverse, batch, layout, scale, settings })
    }

    /// Returns the array that one plan transforms along several axes. It is `None` for a row or a batch of rows, and
    /// for cosine and sine transforms, which have a plan for each axis.
    pub(crate) fn several(&self) -> Option<&(Vec<usize>, Vec<usize>)> {
        let trigonometric = matches!(self.kind, Kind::Trigonometric(_));
        self.array.as_ref().filter(|(shape, _)| self.kind == Kind::Complex || (shape.len() > 1 && !trigonometric))
    }
}

fn array(args: &TransformArgs) -> Outcome<Option<(Vec<usize>, Vec<usize>)>> {
    let numbers = |text: &str, separator: char| {
        text.split(separator)
            .map(|number| canonical_u64(number.trim()).and_then(|number| usize::try_from(number).ok()))
            .collect::<Option<Vec<usize>>>()
    };
    let Some(shape) = &args.shape else {
        return match &args.axes {
            Some(_) => Err(Failure::input("--axes needs --shape, the lengths of all axes, for instance 512x768")),
            None => Ok(None),
        };
    };
    let lengths = numbers(shape, 'x').filter(|lengths| !lengths.contains(&0)).ok_or_else(|| {
        Failure::input(format!("{} is no shape: give the lengths of the axes, for instance 512x768", quoted(shape)))
    })?;
    let axes = match &args.axes {
        None => (0..lengths.len()).collect(),
        Some(axes) => numbers(axes, ',').ok_or_else(|| {
            Failure::input(format!("{} is no list of axes: count them from 0, for instance 0,1", quoted(axes)))
        })?,
    };
    for (at, axis) in axes.iter().enumerate() {
        if *axis >= lengths.len() {
            let rank = lengths.len();
            return Err(Failure::input(format!(
                "no axis {axis} in an array of rank {rank}: axes are counted from 0 to {}",
                rank - 1
            )));
        }
        if axes[..at].contains(axis) {
            return Err(Failure::input(format!("axis {axis} is named twice: name each axis once")));
        }
    }
    Ok(Some((lengths, axes)))
}
