import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'

import { claimCertificate, fetchOwnCertificate, stateStillKnown, withdrawStillKnown } from './certificate-api.ts'
import { useCertificateCourse } from './certificate-course.ts'

const keyOf = (userId: string, course: string | null) => ['certificate', userId, course]

const useCourse = () => useCertificateCourse()?.id ?? null

/**
 * The learner's certificate, or the open requirements.
 * @param isSynced requested again once the account has what this browser reported
 */
export function useOwnCertificate(userId: string, isSynced: boolean) {
	const course = useCourse()
	return useQuery({
		queryKey: [...keyOf(userId, course), isSynced],
		queryFn: ({ signal }) => fetchOwnCertificate(course, signal),
		staleTime: 0,
		placeholderData: keepPreviousData,
	})
}

/** @returns what claims it and throws ApiError. Afterwards, even after a refusal, the certificate is requested again. */
export function useClaim(userId: string) {
	const client = useQueryClient()
	const course = useCourse()
	return async (name: string) => {
		try {
			await claimCertificate(course, name)
		} finally {
			await client.invalidateQueries({ queryKey: keyOf(userId, course) })
		}
	}
}

/** Changes the retention statement, throws ApiError, then reloads the certificate. */
export function useStillKnown(userId: string) {
	const client = useQueryClient()
	const course = useCourse()
	const after = async (change: (course: string | null) => Promise<unknown>) => {
		try {
			await change(course)
		} finally {
			await client.invalidateQueries({ queryKey: keyOf(userId, course) })
		}
	}
	return { state: () => after(stateStillKnown), withdraw: () => after(withdrawStillKnown) }
}
