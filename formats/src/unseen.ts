/** Controls other than line breaks and tabs, and characters that turn the direction of the text around them. */
export const unseen = /(?![\t\n\f\r])[\p{Cc}\p{Bidi_Control}]/gu

/** `U+202E` */
export const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
