// Runs before the first paint; src/ui/buttons/theme-switch.tsx writes what is read here.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // storage may be blocked: the system's theme stays
}
