const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function pattern(path: string): string {
	const rest = path.endsWith('/*')
	const segments = (rest ? path.slice(0, -2) : path).split('/').map((segment) => (segment.startsWith(':') ? '[^/]+' : escaped(segment)))
	return segments.join('/') + (rest ? '/.+' : '')
}

/** `:name` matches one segment, a trailing `/*` one or more; everything else is taken literally. */
export function matchAppPath(appPaths: readonly string[]): (path: string) => boolean {
	if (appPaths.length === 0) return () => false
	const any = new RegExp(`^(?:${appPaths.map(pattern).join('|')})$`)
	return (path) => any.test(path)
}
