import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

import { onStorageChange, storedValue } from '#app/lib/browser-storage.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'

const stored = storedValue(storageKeys.consoleUnfolded, (raw) => (typeof raw === 'string' ? raw : null))
const FIRST_MODULE = '1'
const read = () => stored.read() ?? FIRST_MODULE

/** Modules whose lessons are shown in this browser, and the one that the URL's fragment names. Without JavaScript, all are. */
export function useUnfolded() {
	const { hash } = useLocation()
	const names = useSyncExternalStore<string | null>(onStorageChange, read, () => null)
	const shown = new Set(names?.split(' '))
	return {
		/** False until the page's script runs. */
		isKnown: names !== null,
		isFolded: (module: number) => names !== null && !shown.has(String(module)) && hash !== `#module-${module}`,
		fold: (modules: readonly number[], isFolded: boolean) => {
			const others = [...shown].filter((name) => !modules.map(String).includes(name))
			stored.write([...others, ...(isFolded ? [] : modules)].join(' '))
		},
	}
}
