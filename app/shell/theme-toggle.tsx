import { useSyncExternalStore } from 'react'

import { onStorageChange } from '#app/lib/browser-storage.ts'
import { chooseTheme, shownTheme, type Theme } from '#app/lib/theme.ts'
import { Icon } from '#app/ui/icon.tsx'

function onThemeChange(listener: () => void) {
	const device = window.matchMedia('(prefers-color-scheme: dark)')
	device.addEventListener('change', listener)
	const stopStorage = onStorageChange(listener)
	return () => {
		device.removeEventListener('change', listener)
		stopStorage()
	}
}

export function ThemeToggle() {
	const theme = useSyncExternalStore<Theme>(onThemeChange, shownTheme, () => 'light')
	const next = theme === 'dark' ? 'light' : 'dark'
	return (
		<button type="button" className="btn btn-secondary" onClick={() => chooseTheme(next)}>
			<Icon name="half" />
			{next === 'dark' ? 'Night edition' : 'Day edition'}
		</button>
	)
}
