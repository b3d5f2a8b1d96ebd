import { readFileSync } from 'node:fs'
import path from 'node:path'

const RINGS = ['app', 'content', 'contracts', 'domain', 'scripts', 'server', 'tests']
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([#.][^'\n]+)'/g

export type Import = { from: string; to: string }

/** The file that a specifier names, relative to the root of the repository: `#domain/a.ts` and `./a.ts`. Null for a package. */
function resolve(file: string, specifier: string): string | null {
	if (specifier.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier))
	const target = specifier.slice(1)
	return RINGS.includes(target.split('/')[0] ?? '') ? target : null
}

/**
 * The imports between code files, including types; data (`.json`, `.css`) imports nothing and is left out.
 * @param files paths from the root of the repository
 */
export function readImports(files: readonly string[], read = (file: string) => readFileSync(file, 'utf8')): Import[] {
	return files.flatMap((from) =>
		[...read(from).matchAll(IMPORT)]
			.map(([, specifier = '']) => resolve(from, specifier))
			.filter((to): to is string => to !== null && /\.(?:ts|tsx|mjs)$/.test(to))
			.map((to) => ({ from, to })),
	)
}
