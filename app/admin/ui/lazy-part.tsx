import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react'

const Failed = () => <p role="alert">Couldn’t load this part. Check your connection, then reload the page.</p>

/**
 * Creates a component whose code is loaded when it is first rendered. Not for form fields: React renders the part again
 * if the page changes before its code has arrived, which would discard what was typed or chosen in it.
 */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
	const Part: LazyExoticComponent<ComponentType<P>> = lazy(() => load().catch(() => ({ default: Failed })))
	return (props) => (
		<Suspense fallback={<p>Loading…</p>}>
			<Part {...props} />
		</Suspense>
	)
}
