import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'

import { claimCertificate, fetchOwnCertificate, stateStillKnown, withdrawStillKnown } from './certificate-api.ts'

const keyOf = (userId: string) => ['certificate', userId]

/**
 * The learner's certificate, or the tasks left before it.
 * @param isSynced requested again once the account has what this browser reported
 */
export const useOwnCertificate = (userId: string, isSynced: boolean) =>
	useQuery({
		queryKey: [...keyOf(userId), isSynced],
		queryFn: ({ signal }) => fetchOwnCertificate(signal),
		staleTime: 0,
		placeholderData: keepPreviousData,
	})

/** @returns what claims it and throws ApiError. Afterwards, even after a refusal, the certificate is requested again. */
export function useClaim(userId: string) {
	const client = useQueryClient()
	return async (name: string) => {
		try {
			await claimCertificate(name)
		} finally {
			await client.invalidateQueries({ queryKey: keyOf(userId) })
		}
	}
}

/** What changes the statement on a certificate and throws ApiError; afterwards the certificate is requested again. */
export function useStillKnown(userId: string) {
	const client = useQueryClient()
	const after = async (change: () => Promise<unknown>) => {
		try {
			await change()
		} finally {
			await client.invalidateQueries({ queryKey: keyOf(userId) })
		}
	}
	return { state: () => after(stateStillKnown), withdraw: () => after(withdrawStillKnown) }
}
