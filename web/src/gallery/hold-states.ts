const pseudoClasses = {
  ':hover': '.is-hover',
  ':focus-visible': '.is-focus',
  ':focus-within': '.is-focus-within',
  ':active': '.is-press',
}

/**
 * Copies every style rule for hover, focus or press to a class, so that the gallery can show a fixed state and the
 * product's style sheets need no such classes.
 */
export function holdStates(): void {
  for (const sheet of document.styleSheets) addTwins(sheet)
}

function addTwins(parent: CSSStyleSheet | CSSGroupingRule): void {
  for (let index = parent.cssRules.length - 1; index >= 0; index--) {
    const rule = parent.cssRules[index]
    if (rule instanceof CSSStyleRule) {
      const selector = twinOf(rule.selectorText)
      if (selector) parent.insertRule(`${selector} { ${rule.style.cssText} }`, index + 1)
    } else if (rule instanceof CSSGroupingRule) {
      addTwins(rule)
    }
  }
}

function twinOf(selector: string): string | null {
  let twin = selector
  for (const [pseudoClass, name] of Object.entries(pseudoClasses)) twin = twin.replaceAll(pseudoClass, name)
  return twin === selector ? null : twin
}
