import { useQuery } from '@tanstack/react-query'

import type { DownloadList } from '#contracts/downloads.ts'

import { callApi } from './own-api.ts'

/** True if the library is open to the learner, and what was downloaded. Nothing is requested while signed out. */
export const useLibrary = (userId: string | null) =>
	useQuery({
		queryKey: ['downloads', userId],
		queryFn: ({ signal }) => callApi<DownloadList>('/api/downloads', { signal }),
		enabled: userId !== null,
	})
