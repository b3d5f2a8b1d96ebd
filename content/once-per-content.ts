import type { Content } from './load-content.server.ts'

/** Caches a derived value for each content, as long as that content is in use. */
export function oncePerContent<T>(make: (content: Content) => T): (content: Content) => T {
	const known = new WeakMap<Content, { value: T }>()
	return (content) => {
		const found = known.get(content) ?? { value: make(content) }
		known.set(content, found)
		return found.value
	}
}
