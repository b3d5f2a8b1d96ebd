import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { describeDownloadFailure } from '#app/lib/describe-download-failure.ts'
import { callApi, findRefusal } from '#app/lib/own-api.ts'
import { saveFromServer } from '#app/lib/save-download.ts'
import { toast } from '#app/ui/toast-store.ts'
import type { DownloadLink, DownloadRequest } from '#contracts/downloads.ts'

/** A link expires after five minutes; if the laptop slept in between, a second one is requested. */
async function fetchDocument(wanted: DownloadRequest): Promise<void> {
	const take = async () => saveFromServer((await callApi<DownloadLink>('/api/downloads', { body: wanted })).url)
	try {
		await take()
	} catch (error) {
		if (findRefusal(error)?.code !== 'link_expired') throw error
		await take()
	}
}

/** Downloads one paid document; a toast reports the outcome. */
export function useDownload(title: string) {
	const queries = useQueryClient()
	const [busy, setBusy] = useState<DownloadRequest['format'] | null>(null)

	async function start(wanted: DownloadRequest) {
		setBusy(wanted.format)
		try {
			await fetchDocument(wanted)
			toast({ title: 'Download Complete!', description: title })
		} catch (error) {
			toast(describeDownloadFailure(error))
		} finally {
			setBusy(null)
			// Downloaded or refused: what the page shows of the account may have changed.
			await queries.invalidateQueries({ queryKey: ['downloads'] })
		}
	}

	return { busy, start }
}
