import { useSyncExternalStore } from 'react'

import { onStorageChange, storedValue } from '#app/lib/browser-storage.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'

const stored = storedValue(storageKeys.consoleFolded, (raw) => (typeof raw === 'string' ? raw : null))
const read = () => stored.read() ?? ''

/** Modules whose lessons are hidden in this browser. All are shown until the page's script runs. */
export function useFolded() {
	const folded = new Set(useSyncExternalStore(onStorageChange, read, () => '').split(' '))
	return {
		isFolded: (module: number) => folded.has(String(module)),
		fold: (modules: readonly number[], isFolded: boolean) => {
			const names = modules.map(String)
			const others = [...folded].filter((name) => name !== '' && !names.includes(name))
			stored.write([...others, ...(isFolded ? names : [])].join(' '))
		},
	}
}
