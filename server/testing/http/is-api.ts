/** Whether a declared path belongs to the API. */
export const isApi = (url: string) => /^\/(machine\/)?v1\//.test(url)
