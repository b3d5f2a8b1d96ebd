import { onStorageChange, storedOption } from './browser-storage.ts'
import { storageKeys } from './storage-keys.ts'

export type Theme = 'light' | 'dark'

/** The user's choice; null to follow the device's setting. */
const themeChoice = storedOption<Theme>(storageKeys.theme, ['light', 'dark'])

export function shownTheme(): Theme {
	const chosen = document.documentElement.dataset.theme
	if (chosen === 'light' || chosen === 'dark') return chosen
	return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/**
 * Runs `listener` when the device's setting or another tab changes the theme.
 * @returns a function that removes it
 */
export function onThemeChange(listener: () => void): () => void {
	const device = window.matchMedia('(prefers-color-scheme: dark)')
	device.addEventListener('change', listener)
	const stop = onStorageChange(listener)
	return () => {
		device.removeEventListener('change', listener)
		stop()
	}
}

export function chooseTheme(theme: Theme): void {
	document.documentElement.dataset.theme = theme
	themeChoice.write(theme)
}
