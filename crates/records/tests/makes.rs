//! The table of machines, over records of a folder and over the committed ones.

use ringfft_records::{Error, Makes, Processor, Record, Records};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A folder of records that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        for (file, text) in files {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Folder(root)
    }

    fn records(&self) -> Records {
        Records::within(self.0.clone())
    }

    fn makes(&self) -> Result<Makes, Error> {
        Makes::read(&self.records())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const OLD: &str = "# machine: AMD EPYC, family 25 model 17 (Zen 4), 2 cores\nrow,n,threads,contestant,ns\n\
    complex-f64,2^4,1,ringfft,20\ncomplex-f64,2^4,1,fftw,10\ncomplex-f64,2^20,2,ringfft,8\ncomplex-f64,2^20,2,ringfft 1 thread,14\n\
    complex-f64,2^20,2,mkl,12\ncomplex-f64,2^20,2,fftw,10\n";
const NEW: &str = "# recorded: 09:30\nrow,n,run,contestant,ns\ncomplex-f64,16,1,ringfft,10\ncomplex-f64,16,1,fftw,9\n\
    complex-f64,16,2,ringfft,8\ncomplex-f64,16,2,fftw,9.5\ncomplex-f64,16,2,zaft,9\n";
const RATIOS: &str = "row,n,build,contestant,ratio\ncomplex-f64,2^4,native,fastest peer,0.57\ncomplex-f64,2^4,default,fastest peer,0.6\n\
    complex-f64,1000,default,fastest peer,0.9996\ncomplex-f64,1000,default,rustfft,0.9996\n";
/// Not of a comparison with peers: states of the crate, errors, plans, and figures without contestants.
const OTHERS: [(&str, &str); 4] = [
    ("amd/2026-11-23-states.csv", "row,n,state,contestant,ratio\ncomplex-f64,2^4,now,fftw,9\n"),
    ("amd/2026-11-23-accuracy.csv", "row,n,contestant,l2\ncomplex-f64,2^4,fftw,9\n"),
    (
        "amd/2026-11-23-plans.csv",
        "row,n,what,contestant,us\ncomplex-f64,2^4,plan,ringfft,1\ncomplex-f64,2^4,plan,fftw,9\n",
    ),
    ("amd/2026-11-23-digits.csv", "digits,reading\n10,1\n"),
];

fn folder(name: &str) -> Folder {
    let mut files = vec![
        ("amd/2026-11-22-a.csv", NEW),
        ("amd/2026-11-22-b.csv", OLD),
        ("amd/plots/x.svg", ""),
        ("intel/2026-11-22-complex.csv", RATIOS),
        ("README.md", ""),
    ];
    files.extend(OTHERS);
    Folder::new(name, &files)
}

#[test]
fn a_row_is_the_fastest_peer_of_the_newest_record() {
    let folder = folder("newest");
    let makes = folder.makes().unwrap();
    assert_eq!(
        makes.table(&makes.tasks()),
        "| row                      | amd          | intel         |\n\
         |---|---|---|\n\
         | complex-f64/2^4          | 1.125 fftw   | **0.570**     |\n\
         | complex-f64/1000         | not measured | 1.000 rustfft |\n\
         | complex-f64/2^20/threads | 1.250 fftw   | not measured  |\n\
         \n\
         amd: 0 of 2 rows below 1.0; median 1.250\n\
         intel: 1 of 2 rows below 1.0; median 1.000\n"
    );
    let left_out: Vec<_> = makes.left_out().iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(
        left_out,
        ["2026-11-23-accuracy.csv", "2026-11-23-digits.csv", "2026-11-23-plans.csv", "2026-11-23-states.csv"]
    );
}

/// A record that was limited to some instructions is no record of the machine with all of them.
#[test]
fn limited_instructions_are_a_column_of_their_own() {
    let limited = format!("# instructions: avx2\n{}", NEW.replace("09:30", "10:00").replace("fftw,9\n", "fftw,4\n"));
    let folder = Folder::new("limited", &[("amd/2026-11-22-a.csv", NEW), ("amd/2026-11-22-b.csv", &limited)]);
    let makes = folder.makes().unwrap();
    let columns: Vec<_> = makes.machines().map(|(name, rows)| (name, rows.values().next().unwrap().ratio)).collect();
    assert_eq!(columns, [("amd", 1.125), ("amd, avx2", 0.5)]);
}

#[test]
fn rows_are_selected_and_written_as_csv() {
    let folder = folder("selected");
    let mut makes = folder.makes().unwrap();
    let here = "ring,n,peer,ours_ns,peer_ns,ratio\ncomplex-f64,2^20/threads,FFTW,10,8,0.8\ncomplex-f64,2^20/threads,\"p3, a\",10,9,0.9\n";
    makes.beside("amd, at hand", &Record::parse(Path::new("here.csv"), here).unwrap()).unwrap();
    assert_eq!(
        makes.csv(&makes.below()).unwrap(),
        "row,machine,ratio,peer,mark,record\n\
         complex-f64/2^4,\"amd, at hand\",,,not measured,\n\
         complex-f64/2^4,amd,1.125,fftw,,2026-11-22-a.csv\n\
         complex-f64/2^4,intel,0.570,,below,2026-11-22-complex.csv\n\
         complex-f64/2^20/threads,\"amd, at hand\",0.800,FFTW,below,here.csv\n\
         complex-f64/2^20/threads,amd,1.250,fftw,,2026-11-22-b.csv\n\
         complex-f64/2^20/threads,intel,,,not measured,\n"
    );
    makes.retain(|name| name.contains("threads"));
    assert!(makes.table(&makes.below()).ends_with("\namd: 0 of 1 rows below 1.0; median 1.250\nintel: not measured\n"));
    assert_eq!(makes.tasks().into_iter().map(ToString::to_string).collect::<Vec<_>>(), ["complex-f64/2^20/threads"]);
    let nothing = Record::parse(Path::new("here.csv"), "row,n,contestant,ns\na,8,ringfft,1\n").unwrap();
    let error = makes.beside("here", &nothing).unwrap_err();
    assert!(error.to_string().starts_with("here.csv: no row has the time of a peer"), "{error}");
}

#[test]
fn rows_of_all_programs_have_names() {
    let text = "kind,operands,threads,bits,limbs_a,limbs_b,contestant,ns,ratio\nproduct,ones,1,1024,16,16,ringfft,1,1\nproduct,ones,1,1024,16,16,gmp,2,2\n";
    let forms = [
        (text, "integers/product/2^10/ones"),
        (
            "order,operands,threads,bits,contestant,ns\n16,random,4,1000,ringfft,1\n16,random,4,1000,flint,1\n",
            "matrices/16/1000/threads-4",
        ),
        ("ring,threads,length,contestant,ns\np31,1,256,ringfft,1\np31,1,256,flint,1\n", "polynomials/product/p31/2^8"),
        (
            "operation,ring,length,contestant,ns\ngcd,p31,256,ringfft,1\ngcd,p31,256,flint,1\n",
            "polynomials/gcd/p31/2^8",
        ),
        (
            "ring,n,batch,contestant,us\ncomplex f32,2^4,8,ringfft,1\ncomplex f32,2^4,8,cufft,1\n",
            "complex-f32/2^4/batch-8",
        ),
        ("row,n,columns,contestant,ns\np31,2^4,16,ringfft,1\np31,2^4,16,tfhe-ntt,1\n", "p31/2^4/16"),
        ("ring,n,threads,contestant,ratio\nreed-solomon,8+8/64/encode,2,x,1\n", "reed-solomon/8+8/64/encode/threads"),
    ];
    for (text, name) in forms {
        let mut makes = Makes::default();
        makes.beside("here", &Record::parse(Path::new("here.csv"), text).unwrap()).unwrap();
        assert_eq!(makes.tasks().into_iter().map(ToString::to_string).collect::<Vec<_>>(), [name]);
    }
}

#[test]
fn malformed_records_are_named_with_their_line() {
    let header = "row,n,threads,contestant,ns\n";
    for (name, text, message) in [
        (
            "2026-11-24-a.csv",
            format!("{header}a,8,1,ringfft,x\n"),
            "a.csv, line 2: \"x\" in the column ns is no number above 0",
        ),
        ("2026-11-24-a.csv", format!("{header}a,8,1,ringfft\n"), "a.csv, line 2: 4 values for 5 columns"),
        (
            "2026-11-24-a.csv",
            format!("{header}a,8,0,ringfft,1\n"),
            "a.csv, line 2: \"0\" in the column threads is no positive",
        ),
        (
            "2026-11-24-a.csv",
            format!("# a: b\n{header}a,,1,ringfft,1\n"),
            "a.csv, line 3: the row has no name or no size",
        ),
        (
            "2026-11-24-a.csv",
            format!("# recorded: noon\n{header}a,8,1,ringfft,1\n"),
            "a.csv, line 1: recorded: \"noon\"",
        ),
        ("a.csv", format!("{header}a,8,1,ringfft,1\n"), "a.csv: the name of a record is DATE-WHAT.csv"),
    ] {
        let path = format!("amd/{name}");
        let folder = Folder::new("malformed", &[(&path, &text)]);
        let error = folder.makes().unwrap_err().to_string();
        assert!(error.contains(message) && !error.contains('\n'), "{error}");
    }
    let absent = Makes::read(&Records::within(PathBuf::from("/no/such/folder"))).unwrap_err().to_string();
    assert!(absent.starts_with("/no/such/folder: "), "{absent}");
}

#[test]
fn machines_are_known_by_vendor_family_and_model() {
    let folder = folder("machines");
    let info = "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\n";
    let processor = Processor::of_cpuinfo(info).unwrap();
    assert_eq!(processor.folder(&folder.records()).unwrap(), "amd");
    let other = Processor::of_cpuinfo(&info.replace(": 17", ": 1")).unwrap();
    assert_eq!(other.folder(&folder.records()).unwrap(), "amd-family-25-model-1");
    assert_eq!(Processor::of_line(&other.line()), Some(other));
    assert_eq!(Processor::of_cpuinfo(&info.replace("cpu family", "CPU part")), None);
    assert_eq!(Processor::of_line("NVIDIA H200, 143771 MiB"), None);
}

/// Checks that every committed record can be read, and that its machine is found again.
#[test]
fn committed_records_make_a_table() {
    let records = Records::new(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")));
    let makes = Makes::read(&records).unwrap();
    let machines: Vec<&str> = makes.machines().map(|(name, _)| name).collect();
    for machine in ["epyc-genoa", "h200", "xeon-cascade-lake", "xeon-family-6-model-207"] {
        assert!(machines.contains(&machine), "{machines:?}");
    }
    assert!(makes.tasks().len() > 500, "{}", makes.tasks().len());
    let record = |file: &str| makes.left_out().iter().any(|path| path.ends_with(file));
    assert!(record("2026-11-22-first-plan.csv") && record("2026-11-22-accuracy.csv") && !record("2026-11-22-ntt.csv"));
    for (machine, line) in [
        ("epyc-genoa", "AMD EPYC 9B14, family 25 model 17, 2 cores"),
        ("xeon-cascade-lake", "Intel(R) Xeon(R) Processor @ 2.50GHz, family 6 model 85, 2 cores"),
        ("xeon-family-6-model-207", "Intel Xeon, family 6 model 207"),
        ("intel-family-6-model-8", "Intel Xeon, family 6 model 8"),
    ] {
        assert_eq!(Processor::of_line(line).unwrap().folder(&records).unwrap(), machine);
    }
}
