import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'

import { claimCertificate, fetchOwnCertificate } from './certificate-api.ts'

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
