//! The options of the searches on the command line, made of the library's description of them.

use super::words::OneOf;
use clap::builder::ValueParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use winproof::options::{OPTIONS, OptionInfo, Takes};
use winproof::{Plan, Policy};

/// The settings of a search, as far as options were given.
#[derive(Clone, Debug, Default)]
pub struct PolicyArguments {
    /// The settings.
    pub policy: Policy,
    /// The options that were given.
    given: Vec<&'static OptionInfo>,
}

impl From<Policy> for PolicyArguments {
    fn from(policy: Policy) -> PolicyArguments {
        PolicyArguments { policy, given: Vec::new() }
    }
}

impl PolicyArguments {
    /// Remarks about options that the search does not look at.
    pub fn remarks(&self, plan: &Plan) -> Vec<String> {
        let remark = |option: &&OptionInfo| {
            let what = (option.no_effect)(plan)?;
            Some(format!("--{} has no effect here, only with {what}", option.name))
        };
        self.given.iter().filter_map(remark).collect()
    }
}

fn parser(option: &'static OptionInfo) -> ValueParser {
    if !option.words.is_empty() {
        let choices = option.words.iter().map(|&word| (word, word.to_string())).collect();
        return OneOf::new(option.name, choices).into();
    }
    let check = move |text: &str| (option.set)(&mut Policy::default(), text).map(|()| text.to_string());
    ValueParser::new(check)
}

impl Args for PolicyArguments {
    fn augment_args(command: Command) -> Command {
        let argument = |option: &'static OptionInfo| {
            let argument = Arg::new(option.name).long(option.name).help(option.help).help_heading("Algorithm");
            match option.takes {
                Takes::Nothing => argument.action(ArgAction::SetTrue),
                Takes::Value(name) => argument.value_name(name).value_parser(parser(option)),
                Takes::Maybe(name, usual) => argument
                    .value_name(name)
                    .num_args(0..=1)
                    .require_equals(true)
                    .default_missing_value(usual)
                    .value_parser(parser(option)),
            }
        };
        command.args(OPTIONS.iter().map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for PolicyArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut arguments = PolicyArguments::default();
        arguments.update_from_arg_matches(matches)?;
        Ok(arguments)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for option in OPTIONS {
            let value = match option.takes {
                Takes::Nothing => matches.get_flag(option.name).then(String::new),
                _ => matches.get_one::<String>(option.name).cloned(),
            };
            if let Some(value) = value {
                // Its parser has accepted it before.
                (option.set)(&mut self.policy, &value)
                    .map_err(|sentence| Error::raw(clap::error::ErrorKind::InvalidValue, sentence))?;
                self.given.push(option);
            }
        }
        Ok(())
    }
}
