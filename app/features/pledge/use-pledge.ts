import { useQuery, useQueryClient } from '@tanstack/react-query'

import { callApi, findRefusal } from '#app/lib/own-api.ts'
import type { CalendarAddress, SavePledgeRequest, PledgeResponse } from '#contracts/pledge.ts'

const keyOf = (userId: string) => ['pledge', userId]

export const usePledge = (userId: string) =>
	useQuery({ queryKey: keyOf(userId), queryFn: ({ signal }) => callApi<PledgeResponse>('/api/pledge', { signal }) })

export function usePledgeChanges(userId: string) {
	const queries = useQueryClient()
	const show = (answer: PledgeResponse) => void queries.setQueryData(keyOf(userId), answer)
	return {
		keep: async (pledge: SavePledgeRequest) => {
			try {
				show(await callApi<PledgeResponse>('/api/pledge', { method: 'PUT', body: pledge }))
			} catch (error) {
				// The pledge was changed elsewhere, so the page reloads it.
				if (findRefusal(error)?.code === 'pledge_changed') await queries.invalidateQueries({ queryKey: keyOf(userId) })
				throw error
			}
		},
		nameSupporter: async (email: string) =>
			show(await callApi<PledgeResponse>('/api/pledge/supporter', { method: 'PUT', body: { email } })),
		endSupport: async () => show(await callApi<PledgeResponse>('/api/pledge/supporter', { method: 'DELETE' })),
		end: async () => show(await callApi<PledgeResponse>('/api/pledge', { method: 'DELETE' })),
		makeCalendar: async (): Promise<string> => {
			const { address } = await callApi<CalendarAddress>('/api/pledge/calendar', { method: 'POST' })
			await queries.invalidateQueries({ queryKey: keyOf(userId) })
			return address
		},
		revokeCalendar: async () => show(await callApi<PledgeResponse>('/api/pledge/calendar', { method: 'DELETE' })),
	}
}
