import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'

import { fetchOwnCertificate } from './certificate-api.ts'

/** Course whose certificate is shown; null for the main one. */
export const CertificateCourse = createContext<{ id: string; path: string } | null>(null)

export const useCertificateCourse = () => useContext(CertificateCourse)

const keyOf = (userId: string, course: string | null) => ['certificate', userId, course]

const useCourse = () => useCertificateCourse()?.id ?? null

/** @param isSynced true once the account has received this browser's progress; the certificate is then requested again */
export function useOwnCertificate(userId: string, isSynced: boolean) {
	const course = useCourse()
	return useQuery({
		queryKey: [...keyOf(userId, course), isSynced],
		queryFn: ({ signal }) => fetchOwnCertificate(course, signal),
		staleTime: 0,
		placeholderData: keepPreviousData,
	})
}

/**
 * Returns a function that makes a change, then reloads the certificate, whether or not the change was accepted. It rejects with ApiError.
 */
export function useCertificateChange(userId: string) {
	const client = useQueryClient()
	const course = useCourse()
	return async (change: (course: string | null) => Promise<unknown>) => {
		try {
			await change(course)
		} finally {
			await client.invalidateQueries({ queryKey: keyOf(userId, course) })
		}
	}
}
