import type { ReactElement } from 'react'
import { createRoutesStub } from 'react-router'

/** The element within a router that has data, which parts of the console ask for running forms. */
export function inRouter(element: ReactElement) {
	const Stub = createRoutesStub([{ path: '/', Component: () => element }])
	return <Stub />
}
