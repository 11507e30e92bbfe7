//! Writes any type as a tree: structs and maps become tables, ids become names, and what is not there is left out.

use super::de::NONE;
use super::{Naming, Node, Table, Value};
use serde::ser::{self, Serialize, Serializer};
use std::fmt;

/// The value as a tree.
pub(crate) fn to_node<T: Serialize + ?Sized>(value: &T, naming: &dyn Naming) -> Result<Node, Unwritable> {
    Ok(Node::new(value.serialize(Writer { naming })?.unwrap_or_else(none)))
}

/// Something that TOML cannot say.
#[derive(Debug)]
pub(crate) struct Unwritable(String);

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unwritable {}

impl ser::Error for Unwritable {
    fn custom<T: fmt::Display>(message: T) -> Unwritable {
        Unwritable(message.to_string())
    }
}

fn unwritable<T>(what: &str) -> Result<T, Unwritable> {
    Err(Unwritable(format!("{what} cannot be written")))
}

fn none() -> Value {
    Value::Text(NONE.to_owned())
}

#[derive(Clone, Copy)]
struct Writer<'n> {
    naming: &'n dyn Naming,
}

/// What was written; none if there is nothing to say.
type Written = Result<Option<Value>, Unwritable>;

fn tagged(variant: &str, value: Value) -> Written {
    Ok(Some(Value::Table(vec![(variant.to_owned(), Node::new(value))])))
}

macro_rules! numbers {
    ($($method:ident($kind:ty)),+ $(,)?) => {$(
        fn $method(self, number: $kind) -> Written {
            i64::try_from(number).map(|number| Some(Value::Number(number))).or_else(|_| unwritable("a large number"))
        }
    )+};
}

impl<'n> Serializer for Writer<'n> {
    type Ok = Option<Value>;
    type Error = Unwritable;
    type SerializeSeq = List<'n>;
    type SerializeTuple = List<'n>;
    type SerializeTupleStruct = List<'n>;
    type SerializeTupleVariant = List<'n>;
    type SerializeMap = Fields<'n>;
    type SerializeStruct = Fields<'n>;
    type SerializeStructVariant = Fields<'n>;

    numbers! {
        serialize_i8(i8), serialize_i16(i16), serialize_i32(i32), serialize_i64(i64),
        serialize_u8(u8), serialize_u16(u16), serialize_u32(u32), serialize_u64(u64),
    }

    fn serialize_bool(self, flag: bool) -> Written {
        Ok(Some(Value::Flag(flag)))
    }

    fn serialize_f32(self, _: f32) -> Written {
        unwritable("a fraction")
    }

    fn serialize_f64(self, _: f64) -> Written {
        unwritable("a fraction")
    }

    fn serialize_char(self, letter: char) -> Written {
        Ok(Some(Value::Text(letter.to_string())))
    }

    fn serialize_str(self, text: &str) -> Written {
        Ok(Some(Value::Text(text.to_owned())))
    }

    fn serialize_bytes(self, _: &[u8]) -> Written {
        unwritable("a sequence of bytes")
    }

    fn serialize_none(self) -> Written {
        Ok(None)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        Ok(None)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        Ok(None)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        Ok(Some(Value::Text(variant.to_owned())))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, kind: &'static str, value: &T) -> Written {
        let value = value.serialize(self)?;
        if let Some(Value::Number(id)) = value
            && let Some(name) = u64::try_from(id).ok().and_then(|id| self.naming.name(kind, id))
        {
            return Ok(Some(Value::Text(name)));
        }
        Ok(value)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        tagged(variant, value.serialize(self)?.unwrap_or_else(|| Value::Table(Table::new())))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'n>, Unwritable> {
        Ok(List { list: Vec::new(), variant: None, writer: self })
    }

    fn serialize_tuple(self, _: usize) -> Result<List<'n>, Unwritable> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<List<'n>, Unwritable> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<List<'n>, Unwritable> {
        Ok(List { list: Vec::new(), variant: Some(variant), writer: self })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Fields<'n>, Unwritable> {
        Ok(Fields { table: Table::new(), key: None, variant: None, writer: self })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields<'n>, Unwritable> {
        self.serialize_map(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Fields<'n>, Unwritable> {
        Ok(Fields { table: Table::new(), key: None, variant: Some(variant), writer: self })
    }
}

struct List<'n> {
    list: Vec<Node>,
    variant: Option<&'static str>,
    writer: Writer<'n>,
}

impl List<'_> {
    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        self.list.push(Node::new(value.serialize(self.writer)?.unwrap_or_else(none)));
        Ok(())
    }

    fn finish(self) -> Written {
        let list = Value::List(self.list);
        self.variant.map_or(Ok(Some(list.clone())), |variant| tagged(variant, list))
    }
}

macro_rules! lists {
    ($($kind:ident::$method:ident),+) => {$(
        impl ser::$kind for List<'_> {
            type Ok = Option<Value>;
            type Error = Unwritable;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
                self.push(value)
            }

            fn end(self) -> Written {
                self.finish()
            }
        }
    )+};
}

lists!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

struct Fields<'n> {
    table: Table,
    key: Option<String>,
    variant: Option<&'static str>,
    writer: Writer<'n>,
}

impl Fields<'_> {
    fn field<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<(), Unwritable> {
        if let Some(value) = value.serialize(self.writer)? {
            self.table.push((key.to_owned(), Node::new(value)));
        }
        Ok(())
    }

    fn finish(self) -> Written {
        let table = Value::Table(self.table);
        self.variant.map_or(Ok(Some(table.clone())), |variant| tagged(variant, table))
    }
}

macro_rules! structs {
    ($($kind:ident),+) => {$(
        impl ser::$kind for Fields<'_> {
            type Ok = Option<Value>;
            type Error = Unwritable;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), Unwritable> {
                self.field(key, value)
            }

            fn end(self) -> Written {
                self.finish()
            }
        }
    )+};
}

structs!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Fields<'_> {
    type Ok = Option<Value>;
    type Error = Unwritable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unwritable> {
        self.key = match key.serialize(self.writer)? {
            Some(Value::Text(text)) => Some(text),
            Some(Value::Number(number)) => Some(number.to_string()),
            _ => return unwritable("such a key"),
        };
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        let Some(key) = self.key.take() else { return unwritable("a value without a key") };
        self.field(&key, value)
    }

    fn end(self) -> Written {
        self.finish()
    }
}
