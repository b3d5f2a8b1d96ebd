import { ServiceError } from '#server/kernel/errors.ts'

const inWords = (seconds: number): string => {
	if (seconds < 100) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
	if (seconds < 6000) return `${Math.ceil(seconds / 60)} minutes`
	return `${Math.ceil(seconds / 3600)} hours`
}

/** Creates the error for a valid request that is refused; the page shows its message as is. */
export const refuseSms = (code: string, message: string): ServiceError => new ServiceError('unprocessable', code, message)

/**
 * Same as `refuseSms`, with the time to wait.
 * @param what sentence before ` Please try again in …`
 */
export const refuseForNow = (code: string, what: string, retryAfterSeconds: number): ServiceError =>
	new ServiceError('rate-limited', code, `${what} Please try again in ${inWords(retryAfterSeconds)}.`, { retryAfterSeconds })
