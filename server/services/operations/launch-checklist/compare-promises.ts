type Figures = Readonly<Record<string, string>>

/**
 * Which figures the built pages promise otherwise than the rules keep them, one sentence each.
 * @param built text of the build's promises.json; null where there is none
 * @returns null where nothing can be compared
 */
export function comparePromises(built: string | null, promises: Figures): string[] | null {
	if (built === null) return null
	return Object.entries(JSON.parse(built) as Figures)
		.filter(([name, figure]) => promises[name] !== figure)
		.map(([name, figure]) => `${name}: pages say ${figure}, the rules ${promises[name] ?? 'nothing'}`)
}
