/** The names of a row's fields, which `Object.keys` gives as any text. */
export const fieldsOf = <Row extends object>(row: Row) => Object.keys(row) as (keyof Row & string)[]
