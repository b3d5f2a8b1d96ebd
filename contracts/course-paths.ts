/** Addresses of an academy with more than one course; where there is one, they answer 404. */
export const COURSES_PATH = '/courses'

export const coursePath = (courseId: string) => `${COURSES_PATH}/${courseId}`
