import { useRouteLoaderData } from 'react-router'

import type { readShared } from '#server/console/shell/read-shared.ts'
import type { FormFailure } from '#server/console/shell/visit.ts'

type Shared = Awaited<ReturnType<typeof readShared>> & { failure: FormFailure | null }

export function useConsole(): Shared {
	const shared = useRouteLoaderData<Shared>('root')
	if (!shared) throw new Error('the console has no data of its root')
	return shared as Shared
}
