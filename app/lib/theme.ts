import { onStorageChange, storedWord } from './browser-storage.ts'
import { storageKeys } from './storage-keys.ts'

export type Theme = 'light' | 'dark'

/** The reader's own choice; absent means the device decides. */
const themeChoice = storedWord<Theme>(storageKeys.theme, ['light', 'dark'])

/** Current theme: the user's choice, else the device's. */
export function shownTheme(): Theme {
	const chosen = document.documentElement.dataset.theme
	if (chosen === 'light' || chosen === 'dark') return chosen
	return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Calls back when the device or another tab changes the theme. @returns the function that stops it */
export function onThemeChange(listener: () => void): () => void {
	const device = window.matchMedia('(prefers-color-scheme: dark)')
	device.addEventListener('change', listener)
	const stop = onStorageChange(listener)
	return () => {
		device.removeEventListener('change', listener)
		stop()
	}
}

/** Shows a theme at once and stores it. */
export function chooseTheme(theme: Theme): void {
	document.documentElement.dataset.theme = theme
	themeChoice.write(theme)
}
