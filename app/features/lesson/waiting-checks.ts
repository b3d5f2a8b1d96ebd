import { useEffect } from 'react'

import { storedValue } from '#app/lib/browser-storage.ts'
import { findRefusal } from '#app/lib/own-api.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { readUserId } from '#app/lib/stored-session.ts'
import type { GradeLessonQuizRequest, GradeLessonQuizResponse } from '#contracts/course.ts'

import type { LessonAddress } from './lesson-api.ts'

export type CheckAddress = Pick<LessonAddress, 'moduleId' | 'lessonId'>

/** Submitted answers that haven't reached the server yet. */
type WaitingCheck = CheckAddress & GradeLessonQuizRequest & { userId: string | null }

/** Maximum number of checks read from storage, which a user may have edited. A course has fewer lessons. */
const MAX = 200

function readOne(raw: unknown): WaitingCheck[] {
	if (typeof raw !== 'object' || raw === null) return []
	const { userId, moduleId, lessonId, attemptId, answers } = raw as Partial<Record<string, unknown>>
	if (typeof moduleId !== 'number' || typeof lessonId !== 'string' || typeof attemptId !== 'string' || !Array.isArray(answers)) return []
	// Validates only roughly: the server validates each check, and `sendAll` drops refused ones.
	const isWhole = attemptId !== '' && answers.every((answer) => Number.isInteger(answer))
	return isWhole && (userId === null || typeof userId === 'string') ? [{ userId, moduleId, lessonId, attemptId, answers }] : []
}

const value = storedValue(storageKeys.waitingChecks, (raw) => (Array.isArray(raw) ? raw.slice(0, MAX).flatMap(readOne) : null))

const isOf =
	({ moduleId, lessonId }: CheckAddress, userId: string | null) =>
	(check: WaitingCheck) =>
		check.userId === userId && check.moduleId === moduleId && check.lessonId === lessonId

function write(checks: WaitingCheck[]): void {
	if (checks.length === 0) value.clear()
	else value.write(checks)
}

export const readWaitingCheck = (address: CheckAddress): GradeLessonQuizRequest | null =>
	value.read()?.find(isOf(address, readUserId())) ?? null

/** Stores submitted answers until the server can be reached. Replaces earlier answers to the same check. */
export function keepWaitingCheck({ moduleId, lessonId }: CheckAddress, { attemptId, answers }: GradeLessonQuizRequest): void {
	const userId = readUserId()
	const isSame = isOf({ moduleId, lessonId }, userId)
	write([{ userId, moduleId, lessonId, attemptId, answers }, ...(value.read() ?? []).filter((check) => !isSame(check))].slice(0, MAX))
}

export const dropWaitingCheck = (attemptId: string): void => write((value.read() ?? []).filter((check) => check.attemptId !== attemptId))

type Sending = {
	grade: (check: CheckAddress, request: GradeLessonQuizRequest) => Promise<GradeLessonQuizResponse>
	onGraded: (check: CheckAddress, result: GradeLessonQuizResponse) => void
}

/** The current run. Events during a run wait for it, so that the same answers aren't sent twice. */
let underway: Promise<void> | null = null

async function sendAll({ grade, onGraded }: Sending): Promise<void> {
	const userId = readUserId()
	for (const { moduleId, lessonId, attemptId, answers } of (value.read() ?? []).filter((check) => check.userId === userId)) {
		try {
			const result = await grade({ moduleId, lessonId }, { attemptId, answers })
			dropWaitingCheck(attemptId)
			onGraded({ moduleId, lessonId }, result)
		} catch (error) {
			// Drops a check whose questions were removed. After any other error, the next event retries.
			if ([400, 404, 422].includes(findRefusal(error)?.status ?? 0)) dropWaitingCheck(attemptId)
			else return
		}
	}
}

/**
 * Sends unsent answers when there is a connection. Repeating an attempt is safe: the server recognizes its ID.
 * @param isKnown true once the account has received the learner's progress, which decides which modules are open
 */
export function useSendWaitingChecks(sending: Sending, isKnown: boolean): void {
	useEffect(() => {
		if (!isKnown) return undefined
		const send = () => void (underway ??= sendAll(sending).finally(() => (underway = null)))
		send()
		window.addEventListener('online', send)
		return () => window.removeEventListener('online', send)
		// oxlint-disable-next-line react/exhaustive-deps -- the functions differ on each render, but do the same
	}, [isKnown])
}
