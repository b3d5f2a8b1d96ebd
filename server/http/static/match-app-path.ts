const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

type Shapes = Readonly<Record<string, string>>

function pattern(path: string, shapes: Shapes): string {
	const rest = path.endsWith('/*')
	const segments = (rest ? path.slice(0, -2) : path)
		.split('/')
		.map((segment) => (segment.startsWith(':') ? (shapes[segment.slice(1)] ?? '[^/]+') : escaped(segment)))
	return segments.join('/') + (rest ? '/.+' : '')
}

/** `:name` matches one segment, in the shape that `shapes` gives for it, a trailing `/*` one or more; the rest is literal. */
export function matchAppPath(appPaths: readonly string[], shapes: Shapes = {}): (path: string) => boolean {
	if (appPaths.length === 0) return () => false
	const any = new RegExp(`^(?:${appPaths.map((path) => pattern(path, shapes)).join('|')})$`)
	return (path) => any.test(path)
}
