/** Whether a key is for an input method, such as Enter, which accepts what it proposes. Safari marks that by the code alone. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229
