import type { ReactElement } from 'react'
import { createRoutesStub } from 'react-router'

/** Wraps an element in a data router, which parts of the console ask for pending forms. */
export function inRouter(element: ReactElement) {
	const Stub = createRoutesStub([{ path: '/', Component: () => element }])
	return <Stub />
}
