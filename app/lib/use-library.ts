import { useQuery } from '@tanstack/react-query'

import type { DownloadList } from '#contracts/downloads.ts'

import { callApi } from './own-api.ts'

export const useLibrary = (userId: string | null) =>
	useQuery({
		queryKey: ['downloads', userId],
		queryFn: ({ signal }) => callApi<DownloadList>('/api/downloads', { signal }),
		enabled: userId !== null,
	})
