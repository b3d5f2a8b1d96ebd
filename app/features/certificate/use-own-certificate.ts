import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'

import { claimCertificate, fetchOwnCertificate, publishRetention, withdrawRetention } from './certificate-api.ts'
import { useCertificateCourse } from './certificate-course.ts'

const keyOf = (userId: string, course: string | null) => ['certificate', userId, course]

const useCourse = () => useCertificateCourse()?.id ?? null

/** @param isSynced when it becomes true, the request is repeated, because the account has received this browser's progress */
export function useOwnCertificate(userId: string, isSynced: boolean) {
	const course = useCourse()
	return useQuery({
		queryKey: [...keyOf(userId, course), isSynced],
		queryFn: ({ signal }) => fetchOwnCertificate(course, signal),
		staleTime: 0,
		placeholderData: keepPreviousData,
	})
}

/** Returns a function that claims the certificate, then reloads it even after a refusal. It rejects with ApiError. */
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

/** Returns functions that publish or withdraw the retention, then reload the certificate. They reject with ApiError. */
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
	return { state: () => after(publishRetention), withdraw: () => after(withdrawRetention) }
}
