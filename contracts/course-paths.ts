/** List of courses; 404 on a site with only one course. */
export const COURSES_PATH = '/courses'

export const coursePath = (courseId: string) => `${COURSES_PATH}/${courseId}`
