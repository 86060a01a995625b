import './change-request-review.ts';
import './change-request-reviews.ts';
import './review-mutations.ts';
import './requested-reviewer.ts';
import './requested-reviewer-mutations.ts';
