/** The names of a row's fields, which `Object.keys` returns only as strings. */
export const fieldsOf = <Row extends object>(row: Row) => Object.keys(row) as (keyof Row & string)[]
