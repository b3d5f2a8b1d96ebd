import { ApiError } from './own-api.ts'

/** The message for a download that failed. */
export function describeDownloadFailure(error: unknown): { title: string; description: string; variant: 'destructive' } {
	const isRefused = error instanceof ApiError && error.failure.kind === 'refused'
	return {
		title: 'Download failed',
		description: isRefused ? error.failure.message : 'We could not download the file. Please check your connection and try again.',
		variant: 'destructive',
	}
}
