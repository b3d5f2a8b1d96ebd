import { readFileSync } from 'node:fs'
import path from 'node:path'

const RINGS = ['app', 'content', 'contracts', 'domain', 'scripts', 'server', 'tests']
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([#.][^'\n]+)'/g

export type Import = { from: string; to: string }

/** Resolves `#domain/a.ts` or `./a.ts` to a path relative to the repository root; null for a package. */
function resolve(file: string, specifier: string): string | null {
	if (specifier.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier))
	const target = specifier.slice(1)
	return RINGS.includes(target.split('/')[0] ?? '') ? target : null
}

/**
 * Lists all imports, including those of types. Data files (`.json`, `.css`) import nothing and are left out.
 * @param files relative to the repository root
 */
export function readImports(files: readonly string[], read = (file: string) => readFileSync(file, 'utf8')): Import[] {
	return files.flatMap((from) =>
		[...read(from).matchAll(IMPORT)]
			.map(([, specifier = '']) => resolve(from, specifier))
			.filter((to): to is string => to !== null && /\.(?:ts|tsx|mjs)$/.test(to))
			.map((to) => ({ from, to })),
	)
}
