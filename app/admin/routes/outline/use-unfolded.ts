import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

import { onStorageChange, storedValue } from '#app/lib/browser-storage.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'

const stored = storedValue(storageKeys.consoleUnfolded, (raw) => (typeof raw === 'string' ? raw : null))
const FIRST_MODULE = '1'
const read = () => stored.read() ?? FIRST_MODULE

export function setModulesFolded(modules: readonly number[], isFolded: boolean): void {
	const names = modules.map(String)
	const others = read()
		.split(' ')
		.filter((name) => !names.includes(name))
	stored.write([...others, ...(isFolded ? [] : names)].join(' '))
}

/** Modules that are expanded in this browser. Without JavaScript, all are. */
export function useExpandedModules() {
	const names = useSyncExternalStore<string | null>(onStorageChange, read, () => null)
	return {
		/** False until the page's script runs. */
		isKnown: names !== null,
		isFolded: (module: number) => names !== null && !names.split(' ').includes(String(module)),
	}
}

/** Expands the module in the URL's fragment, for example after a lesson was added to it. */
export function useExpandByUrl(): void {
	const { hash } = useLocation()
	useEffect(() => {
		const [, module] = /^#module-(\d+)$/.exec(hash) ?? []
		if (module !== undefined) setModulesFolded([Number(module)], false)
	}, [hash])
}
